"use client";
/** Sign in, sign up, or host at once as a guest. A guest who signs up or in keeps everything. */
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Note } from "@/components/ui/note";
import { useEarlyInput } from "@/components/ui/use-early-input";
import { api } from "@/lib/client/api";
import type { HostAccount } from "@/lib/contracts/http";
import { HostFrame } from "./host-frame";
import { signInWords } from "./sign-in-words";

/** Only paths of our own: a link could carry any address. */
function nextPath(): string {
  const next = new URLSearchParams(window.location.search).get("next") ?? "/host";
  return /^\/(?![/\\])/.test(next) ? next : "/host";
}

const fields = [
  {
    name: "name",
    label: "Your name",
    hint: "As other hosts may see it. You can leave it empty.",
    type: "text",
  },
  { name: "email", label: "Email", hint: "", type: "email" },
  { name: "password", label: "Password", hint: "At least 8 characters.", type: "password" },
] as const;
type Form = Record<(typeof fields)[number]["name"], string>;

const autoComplete = (name: keyof Form, isNew: boolean) =>
  name === "password" ? (isNew ? "new-password" : "current-password") : name;

export function SignInPage() {
  const [account, setAccount] = useState<HostAccount | null>(null);
  const [isNew, setNew] = useState(false);
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  const [form, setForm] = useState<Form>({ name: "", email: "", password: "" });
  const early = useRef<HTMLFormElement>(null);
  useEarlyInput(early, ({ type, value }) => setForm((before) => ({ ...before, [type]: value })));
  useEffect(() => {
    void api<HostAccount>("/api/me").then((reply) => {
      if (!reply.ok) return;
      setAccount(reply.value);
      // a guest comes here to keep what they have
      if (reply.value.isAnonymous) setNew(true);
    });
  }, []);

  async function enter(path: string, json: unknown) {
    setBusy(true);
    setSaid("");
    const reply = await api<unknown>(path, { json });
    if (reply.ok) window.location.assign(nextPath());
    else {
      setBusy(false);
      setSaid(signInWords(reply.error));
    }
  }
  async function hostNow() {
    setBusy(true);
    // whoever is known already, guest or not, needs no second account
    if ((await api("/api/me")).ok) window.location.assign(nextPath());
    else await enter("/api/auth/sign-in/anonymous", {});
  }
  const isGuest = account?.isAnonymous === true;
  return (
    <HostFrame>
      <div className="mx-auto flex w-full max-w-md flex-col gap-5">
        <h1 className="text-hero">
          {isNew ? (isGuest ? "Keep your quizzes" : "Create an account") : "Sign in"}
        </h1>
        {isGuest && (
          <Note tone="neutral" title="You are hosting as a guest." testId="guest-note">
            Your quizzes and sessions move to the account you {isNew ? "create" : "sign in to"}. Nothing is
            lost, and a running session goes on.
          </Note>
        )}
        {account && !isGuest && (
          <Note tone="neutral" title={`You are signed in as ${account.name}.`}>
            <a className="text-accent-ink underline" href="/host">
              To your quizzes
            </a>
          </Note>
        )}
        <form
          ref={early}
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            const { name, email, password } = form;
            void (isNew
              ? enter("/api/auth/sign-up/email", {
                  name: name.trim() || email.split("@")[0],
                  email,
                  password,
                })
              : enter("/api/auth/sign-in/email", { email, password }));
          }}
        >
          {fields
            .filter(({ name }) => isNew || name !== "name")
            .map(({ name, label, hint, type }) => (
              <Field
                key={name}
                label={label}
                type={type}
                required={name !== "name"}
                minLength={name === "password" && isNew ? 8 : undefined}
                maxLength={name === "password" ? 128 : 200}
                autoComplete={autoComplete(name, isNew)}
                {...(isNew && hint ? { hint } : {})}
                value={form[name]}
                onChange={(event) => setForm({ ...form, [name]: event.target.value })}
                data-testid={name === "name" ? "host-name" : name}
              />
            ))}
          <p role="alert" data-testid="refusal" className="font-bold text-bad empty:hidden">
            {said}
          </p>
          <Button type="submit" wide disabled={busy} data-testid="enter">
            {isNew ? "Create account" : "Sign in"}
          </Button>
        </form>
        <Button
          variant="quiet"
          data-testid="switch"
          onClick={() => {
            setNew(!isNew);
            setSaid("");
          }}
        >
          {isNew ? "I have an account" : "I am new here"}
        </Button>
        <Button variant="plain" disabled={busy} data-testid="guest" onClick={() => void hostNow()}>
          {isGuest ? "Go on as a guest" : "Host a quiz now, without an account"}
        </Button>
      </div>
    </HostFrame>
  );
}
