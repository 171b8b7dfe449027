import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from "react";

type Look = { variant?: "primary" | "plain" | "quiet" | "danger"; icon?: ReactNode; wide?: boolean };

// amber alone is too pale on cream: the border carries the button in the light theme
const looks = {
  primary:
    "border-[oklch(0.62_0.13_60)] bg-amber text-on-accent shadow-key hover:brightness-105 disabled:brightness-100 disabled:border-edge disabled:bg-raised disabled:text-ink-3 disabled:shadow-none",
  plain: "border-edge bg-panel text-ink hover:bg-raised disabled:opacity-50",
  quiet:
    "border-transparent text-accent-ink underline underline-offset-4 hover:brightness-110 disabled:opacity-50",
  danger: "border-bad bg-bad-soft text-ink hover:brightness-110 disabled:opacity-50",
};

const classes = ({ variant = "primary", wide }: Look, extra = "") =>
  `inline-flex items-center justify-center gap-2 border px-5 py-2.5 font-bold no-underline transition active:translate-y-px motion-reduce:transition-none ${looks[variant]} ${wide ? "min-h-14 w-full rounded-slab text-choice" : "min-h-12 rounded-card text-lead"} ${extra}`;

export function Button({
  variant,
  icon,
  wide,
  className,
  children,
  type = "button",
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type={type}
      className={classes({ variant: variant ?? "primary", wide: wide ?? false }, className)}
      {...rest}
    >
      {icon}
      {children}
    </button>
  );
}

export function ButtonLink({
  variant,
  icon,
  wide,
  className,
  children,
  ...rest
}: Look & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a className={classes({ variant: variant ?? "primary", wide: wide ?? false }, className)} {...rest}>
      {icon}
      {children}
    </a>
  );
}
