/** A host's own workspace, made when first needed: a guest who only looks around leaves no row. */
import type { PrismaClient } from "./generated/client";
import { isUniqueViolation } from "./prisma-errors";

/** A host in several workspaces works in the same one every time. */
async function workspaceWith(prisma: PrismaClient, hostId: string): Promise<string | null> {
  const member = await prisma.workspaceMember.findFirst({
    where: { hostId },
    orderBy: { workspaceId: "asc" },
    select: { workspaceId: true },
  });
  return member?.workspaceId ?? null;
}

export async function workspaceOf(prisma: PrismaClient, hostId: string): Promise<string> {
  const known = await workspaceWith(prisma, hostId);
  if (known) return known;
  try {
    // it has the host's id, so that of two first requests at once the second meets the key and finds the first one's
    const { id } = await prisma.workspace.create({
      data: { id: hostId, name: "Quiz nights", members: { create: { hostId, role: "owner" } } },
    });
    return id;
  } catch (error) {
    const made = isUniqueViolation(error) ? await workspaceWith(prisma, hostId) : null;
    if (made) return made;
    throw error;
  }
}
