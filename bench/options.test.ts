import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CannotRun, readOptions } from "./options";

describe("options of a rehearsal", () => {
  it("has a default for everything", () => {
    expect(readOptions([])).toEqual({
      url: null,
      phones: 100,
      questions: 8,
      rampSeconds: 30,
      pace: "question",
      faults: new Set(),
      limits: "default",
      jsonFile: null,
      addresses: 1,
      scenario: "night",
    });
  });

  it("takes several faults, and none for none", () => {
    const { faults } = readOptions(["--fault", "socket-blocked", "--fault", "double-taps,abuser-anon"]);
    expect(faults).toEqual(new Set(["socket-blocked", "double-taps", "abuser-anon"]));
    expect(readOptions(["--fault", "none"]).faults).toEqual(new Set());
  });

  it.each(["default", "published", "off"])("takes the limits %s, as the server does", (limits) => {
    expect(readOptions(["--limits", limits]).limits).toBe(limits);
  });

  it("takes faults of one server after the other", () => {
    const { faults } = readOptions(["--fault", "server-kill,deploy", "--fault", "socket-down"]);
    expect(faults).toEqual(new Set(["server-kill", "deploy", "socket-down"]));
  });

  it("takes both paces", () => {
    expect(readOptions(["--pace", "question"]).pace).toBe("question");
    expect(readOptions(["--pace", "sheet"]).pace).toBe("sheet");
  });

  it("takes what a trade show can have", () => {
    const args = ["--scenario", "trade-show", "--limits", "published"];
    expect(readOptions(args)).toMatchObject({ scenario: "trade-show", limits: "published" });
  });

  it("leaves the figures file as it was until there are figures", () => {
    const folder = mkdtempSync(join(tmpdir(), "roomful-options-"));
    const [fresh, old] = [join(folder, "fresh.json"), join(folder, "old.json")];
    writeFileSync(old, "of last week");
    expect(readOptions(["--json", fresh]).jsonFile).toBe(fresh);
    expect(readOptions(["--json", old]).jsonFile).toBe(old);
    expect(existsSync(fresh)).toBe(false);
    expect(readFileSync(old, "utf8")).toBe("of last week");
    rmSync(folder, { recursive: true });
  });

  it("takes the origin of an address", () => {
    expect(readOptions(["--url", "http://192.168.1.5:3000/host?x=1"]).url?.href).toBe(
      "http://192.168.1.5:3000/",
    );
  });

  it.each([
    [["--phones", "5001"], "whole number from 1 to 5000"],
    [["--phones", "0"], "whole number"],
    [["--phones", "12.5"], "whole number"],
    [["--fault", "locusts"], 'no fault "locusts"'],
    [["--pace", "fast"], 'There is no pace "fast". There are question and sheet.'],
    [["--scenario", "trade-show", "--pace", "sheet"], "Leave out --pace."],
    [["--phones", "5", "--phones", "6"], "--phones is there twice"],
    [["--fault", "none", "--fault", "deploy"], "contradict each other"],
    [["--fault", "socket-blocked", "--fault", "socket-down"], "Leave one of the two out"],
    [["--phones", "3", "--addresses", "4"], "3 phones cannot come from 4 addresses"],
    [["--scenario", "trade-show", "--phones", "100"], "Leave out --phones."],
    [["--scenario", "trade-show", "--fault", "deploy", "--ramp", "9"], "Leave out --ramp and --fault."],
    [["--json", "/nowhere/at/all.json"], "--json /nowhere/at/all.json cannot be written"],
    [["--json", "."], "--json . cannot be written"],
    [["--url", "http://pub.test", "--fault", "redis-hang"], "our own only"],
    [["--url", "http://pub.test", "--fault", "deploy"], "our own only"],
    [["--scenario", "wedding"], "no scenario"],
    [["--url", "localhost:3000"], "full address"],
    [["--ramp", "600", "--questions", "50", "--phones", "1", "--addresses", "251"], "1 to 250"],
    [["--url", "http://pub.test", "--fault", "server-kill"], "our own only"],
    [["--url", "http://pub.test", "--limits", "published"], "setting of the server"],
    [["--limits", "/nowhere/limits.json"], "take default, published or off, or the path of a limits file"],
    [["--limits", "of"], "take default, published or off, or the path of a limits file"],
    [["--limits", "off", "--fault", "redis-hang"], "nobody asks the limits' Redis"],
    [["--limits", "off", "--scenario", "trade-show"], "with --limits off nobody is"],
    [["--limits", "off", "--url", "http://pub.test"], "setting of the server"],
    [["--fault", "deploy,deploy"], "The fault deploy is there twice. Once is enough."],
    [["--fault", "server-kill", "--fault", "server-kill"], "six times at the most"],
    [["--fault", "none,none"], "The fault none is there twice"],
    [["--limits", "package.json"], "cannot be used"],
    [["--url", "http://pub.test", "--addresses", "2"], "trusts this machine"],
    [["--frobnicate"], "--phones N"],
  ])("refuses %j in a sentence", (args, sentence) => {
    expect(() => readOptions(args)).toThrow(CannotRun);
    expect(() => readOptions(args)).toThrow(sentence);
  });
});
