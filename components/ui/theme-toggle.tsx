"use client";
/** Night by default; light for those who ask for it. The choice is remembered on this device. */
import { Moon, Sun } from "lucide-react";
import { useEffect, useLayoutEffect, useState } from "react";
import { browserStorage } from "@/lib/client/storage";

type Theme = "dark" | "light";
const storageKey = "roomful.theme";

const keptTheme = (): Theme => (browserStorage.get(storageKey) === "light" ? "light" : "dark");
const apply = (theme: Theme) => document.documentElement.setAttribute("data-theme", theme);

/** Puts the remembered theme on the page, also where no toggle is shown. */
export function KeptTheme() {
  useLayoutEffect(() => apply(keptTheme()), []);
  return null;
}

export function ThemeToggle() {
  const [theme, setTheme] = useState<Theme>("dark");
  useEffect(() => setTheme(keptTheme()), []);
  const other = theme === "dark" ? "light" : "dark";
  const Icon = other === "light" ? Sun : Moon;
  return (
    <button
      type="button"
      data-testid="theme-toggle"
      aria-label={other === "light" ? "Light colours" : "Dark colours"}
      className="grid size-12 shrink-0 place-items-center rounded-card text-ink-2 hover:text-ink"
      onClick={() => {
        browserStorage.set(storageKey, other);
        apply(other);
        setTheme(other);
      }}
    >
      <Icon aria-hidden size={22} />
    </button>
  );
}
