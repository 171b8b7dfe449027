import "@fontsource/besley/800.css";
import "@fontsource-variable/atkinson-hyperlegible-next/wght.css";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { KeptTheme } from "@/components/ui/theme-toggle";

export const metadata: Metadata = {
  title: "Roomful",
  description: "Quiz night for the whole room.",
  icons: { icon: "/icon.svg" },
  manifest: "/manifest.webmanifest",
};
export const viewport: Viewport = { width: "device-width", initialScale: 1, themeColor: "#1d1510" };

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" data-theme="dark" suppressHydrationWarning>
      <body>
        <KeptTheme />
        {children}
      </body>
    </html>
  );
}
