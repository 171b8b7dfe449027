import { SignInPage } from "@/components/host/sign-in-page";

export default function Page() {
  return <SignInPage />;
}
