import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "e2e",
  // two cores: one browser and the server
  workers: 1,
  // once more for a bound on time missed on a busy machine; `npm test` says which
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json"]],
  use: {
    // pictures and moving chalk would take a core from the server
    trace: { mode: "retain-on-failure", screenshots: false },
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(process.env.CHROME_PATH ? { executablePath: process.env.CHROME_PATH } : {}),
      args: [
        "--no-sandbox",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        // a made-up name on loopback is no secure context: what phones meet on a LAN (LAN-01)
        "--host-resolver-rules=MAP pub.test 127.0.0.1",
      ],
    },
  },
});
