import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from "react";

type Look = { variant?: "primary" | "plain" | "quiet" | "danger"; icon?: ReactNode; wide?: boolean };

const looks = {
  primary: "bg-amber text-on-accent shadow-key hover:brightness-105",
  plain: "border border-edge bg-panel text-ink hover:bg-raised",
  quiet: "text-accent-ink underline underline-offset-4 hover:brightness-110",
  danger: "border border-bad bg-bad-soft text-ink hover:brightness-110",
};

const classes = ({ variant = "primary", wide }: Look, extra = "") =>
  `inline-flex min-h-12 items-center justify-center gap-2 rounded-card px-5 py-2.5 text-lead font-bold no-underline transition active:translate-y-px disabled:opacity-50 ${looks[variant]} ${wide ? "w-full" : ""} ${extra}`;

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
