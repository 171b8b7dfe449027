/** A host's own workspace, made when first needed: a guest who only looks around leaves no row. */
import { randomBytes } from "node:crypto";
import type { PrismaClient } from "./generated/client";

export async function workspaceOf(prisma: PrismaClient, hostId: string): Promise<string> {
  const member = await prisma.workspaceMember.findFirst({
    where: { hostId },
    orderBy: { workspaceId: "asc" },
    select: { workspaceId: true },
  });
  if (member) return member.workspaceId;
  const workspace = await prisma.workspace.create({
    data: {
      id: randomBytes(12).toString("base64url"),
      name: "Quiz nights",
      members: { create: { hostId, role: "owner" } },
    },
  });
  return workspace.id;
}
