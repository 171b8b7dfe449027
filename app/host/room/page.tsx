import { RoomPage } from "@/components/host/room-page";

export default function Page() {
  return <RoomPage />;
}
