/**
 * Host accounts: better-auth over the same Prisma client. Guests ("host now") are anonymous accounts that become
 * real ones without losing anything. Players never meet this; they have device tokens.
 */
import { hash, verify } from "@node-rs/argon2";
import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { anonymous } from "better-auth/plugins";
import type { PrismaClient } from "@/lib/store/generated/client";

/**
 * argon2id with OWASP's second set (19 MiB, 2 passes, 1 lane; Password Storage Cheat Sheet): 12 ms a check on two
 * cores. Four at a time bound the memory to 76 MiB however many people sign in at once.
 */
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const checksAtOnce = 4;

/** A sign-up and its linking are one request; an older account has quizzes of its own to keep. */
const sameRequestMs = 10_000;

function slots(count: number) {
  let free = count;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

export function createAuth(o: {
  prisma: PrismaClient;
  secret: string;
  publicUrl: string | undefined;
  onGuestBecomesHost: (guestId: string, hostId: string, isNew: boolean) => Promise<void>;
  /** once for every new account, guests included */
  onNewHost: (hostId: string) => Promise<void>;
}) {
  const inSlot = slots(checksAtOnce);
  return betterAuth({
    appName: "Roomful",
    basePath: "/api/auth",
    ...(o.publicUrl ? { baseURL: o.publicUrl } : {}),
    secret: o.secret,
    database: prismaAdapter(o.prisma, { provider: "postgresql" }),
    telemetry: { enabled: false },
    // without PUBLIC_URL the origin is the one the host used, which is what a laptop on a strange WiFi needs
    logger: { level: "error" },
    // our own limiter counts failures by account and address; theirs would count a whole pub as one
    rateLimit: { enabled: false },
    user: { modelName: "host" },
    session: { modelName: "hostLogin", expiresIn: 60 * 60 * 24 * 30 },
    account: { modelName: "hostCredential" },
    verification: { modelName: "hostVerification" },
    // the API refuses foreign origins before this is reached; here the address the host used is the trusted one
    trustedOrigins: async (request) => {
      const host = request?.headers.get("host");
      return host ? [`http://${host}`, `https://${host}`] : [];
    },
    advanced: {
      useSecureCookies: o.publicUrl?.startsWith("https://") ?? false,
      cookiePrefix: "roomful",
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax" },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      password: {
        hash: (password) => inSlot(() => hash(password, argon2id)),
        verify: ({ hash: stored, password }) => inSlot(() => verify(stored, password)),
      },
    },
    databaseHooks: { user: { create: { after: (host) => o.onNewHost(host.id) } } },
    plugins: [
      anonymous({
        emailDomainName: "guest.roomful.invalid",
        onLinkAccount: ({ anonymousUser, newUser }) =>
          o.onGuestBecomesHost(
            anonymousUser.user.id,
            newUser.user.id,
            Date.now() - new Date(newUser.user.createdAt).getTime() < sameRequestMs,
          ),
      }),
    ],
  });
}
export type LoadedAuth = ReturnType<typeof createAuth>;
