import type { NextConfig } from "next";

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // in production server.ts shows the phone's one page under all of these
  rewrites: async () =>
    ["/play/:pin", "/join", "/join/:pin", "/j/:key"].map((source) => ({ source, destination: "/play" })),
};

export default config;
