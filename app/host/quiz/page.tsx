import { QuizPage } from "@/components/host/quiz-page";

export default function Page() {
  return <QuizPage />;
}
