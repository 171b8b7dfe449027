"use client";
/** Sign in, sign up, or host at once as a guest. A guest who signs up keeps everything. */
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { api } from "@/lib/client/api";
import { HostFrame } from "./host-frame";

/** Only paths of our own: a link could carry any address. */
function nextPath(): string {
  const next = new URLSearchParams(window.location.search).get("next") ?? "/host";
  return /^\/(?![/\\])/.test(next) ? next : "/host";
}

export function SignInPage() {
  const [isNew, setNew] = useState(false);
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  const [form, setForm] = useState({ name: "", email: "", password: "" });
  const change = (field: keyof typeof form) => (event: { target: { value: string } }) =>
    setForm({ ...form, [field]: event.target.value });

  async function enter(path: string, json: unknown) {
    setBusy(true);
    setSaid("");
    const reply = await api<unknown>(path, { json });
    setBusy(false);
    if (reply.ok) window.location.assign(nextPath());
    else
      setSaid(
        reply.error.status === 401 ? "That email and password do not go together." : reply.error.message,
      );
  }
  return (
    <HostFrame>
      <div className="mx-auto flex w-full max-w-md flex-col gap-5">
        <h1 className="text-hero">{isNew ? "Create an account" : "Sign in"}</h1>
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            const { name, email, password } = form;
            void (isNew
              ? enter("/api/auth/sign-up/email", { name: name || email.split("@")[0], email, password })
              : enter("/api/auth/sign-in/email", { email, password }));
          }}
        >
          {isNew && (
            <Field
              label="Your name"
              autoComplete="name"
              value={form.name}
              onChange={change("name")}
              data-testid="host-name"
            />
          )}
          <Field
            label="Email"
            type="email"
            required
            autoComplete="email"
            value={form.email}
            onChange={change("email")}
            data-testid="email"
          />
          <Field
            label="Password"
            type="password"
            required
            minLength={8}
            autoComplete={isNew ? "new-password" : "current-password"}
            {...(isNew ? { hint: "At least 8 characters." } : {})}
            value={form.password}
            onChange={change("password")}
            data-testid="password"
          />
          <p role="alert" data-testid="refusal" className="min-h-6 text-bad">
            {said}
          </p>
          <Button type="submit" wide disabled={busy} data-testid="enter">
            {isNew ? "Create account" : "Sign in"}
          </Button>
        </form>
        <Button variant="quiet" data-testid="switch" onClick={() => setNew(!isNew)}>
          {isNew ? "I have an account" : "I am new here"}
        </Button>
        <Button
          variant="plain"
          disabled={busy}
          data-testid="guest"
          onClick={() => void enter("/api/auth/sign-in/anonymous", {})}
        >
          Host a quiz now, without an account
        </Button>
      </div>
    </HostFrame>
  );
}
