import { afterAll, beforeAll, expect, test } from "vitest";
import type { Store } from "./store";
import { addHost, openTestStore } from "./test-store";
import { workspaceOf } from "./workspace";

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

test("twenty first requests of a new host at once make one workspace, and all of them use it", async () => {
  const hostId = await addHost(store);
  const found = await Promise.all(Array.from({ length: 20 }, () => workspaceOf(store.prisma, hostId)));
  expect(new Set(found).size).toBe(1);
  const members = await store.prisma.workspaceMember.findMany({ where: { hostId } });
  expect(members).toMatchObject([{ workspaceId: found[0], role: "owner" }]);
  expect(await store.prisma.workspace.count({ where: { members: { none: {} } } })).toBe(0);
});

test("a host who is a member already stays where they are", async () => {
  const [owner, helper] = [await addHost(store), await addHost(store)];
  const workspaceId = await workspaceOf(store.prisma, owner);
  await store.prisma.workspaceMember.create({ data: { workspaceId, hostId: helper, role: "host" } });
  expect(await workspaceOf(store.prisma, helper)).toBe(workspaceId);
});

test("a failure that is no second request is not swallowed", async () => {
  await expect(workspaceOf(store.prisma, "a host that does not exist")).rejects.toThrow();
});
