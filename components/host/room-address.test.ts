import { expect, test } from "vitest";
import { roomAddress } from "./room-address";

test("a link for another device stands at the join link's address, wherever the host's page was opened", () => {
  expect(roomAddress("/mark?session=s&token=t", "http://192.168.1.5:3000/j/abc")).toBe(
    "http://192.168.1.5:3000/mark?session=s&token=t",
  );
  expect(roomAddress("/host/session?id=s&cohost=0.t", "https://quiz.example/j/abc")).toBe(
    "https://quiz.example/host/session?id=s&cohost=0.t",
  );
});
