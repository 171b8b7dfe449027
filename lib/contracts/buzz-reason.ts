/** What the console gives as the reason when the host judges a buzz: the room heard it, and nobody is told of it. */
export const buzzReason = "buzzer";
