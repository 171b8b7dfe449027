/**
 * How much of one file is looked at. Reading runs on the event loop that also carries the answers of a night,
 * so a hostile upload may cost about as much as one slow request and no more (200 ms). What is beyond a limit
 * is said in a plain sentence; it must never be dropped in silence.
 */

/** At 30 to 90 µs for a short question this stays under 200 ms; a long night asks a hundred. */
export const maxQuestionsPerFile = 2000;

/** The largest question the contract takes has 20,000 characters; ten times that leaves room for its markup. */
export const maxQuestionLength = 200_000;

/** Twice the 50 accepted answers a question may have: enough to say what is wrong with it. */
export const maxAnswersPerQuestion = 100;
