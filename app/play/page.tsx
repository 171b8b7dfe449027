import { PhoneApp } from "@/components/player/phone-app";

export default function PlayPage() {
  return <PhoneApp />;
}
