import type { ReactNode } from "react";

const tones = {
  neutral: "border-line bg-panel",
  good: "border-good bg-good-soft",
  warn: "border-warn bg-warn-soft",
  bad: "border-bad bg-bad-soft",
};

export function Note({
  tone,
  icon,
  title,
  children,
  testId,
}: {
  tone: keyof typeof tones;
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  testId?: string;
}) {
  return (
    <div
      role="status"
      data-testid={testId}
      className={`flex items-center gap-3 rounded-card border px-4 py-3 ${tones[tone]}`}
    >
      {icon}
      <div>
        <p className="font-bold">{title}</p>
        {children && <div className="text-ink-2">{children}</div>}
      </div>
    </div>
  );
}
