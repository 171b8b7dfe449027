/**
 * Puts text on the clipboard where the browser lets a page do that. Plain http has no clipboard object (LAN-01): the
 * text is selected then, and copied the old way where that still works.
 */
export type CopyWays = {
  clipboard?: { writeText(text: string): Promise<void> } | undefined;
  select(): void;
  copySelection(): boolean;
};

export async function copyText(text: string, ways: CopyWays): Promise<"copied" | "selected"> {
  try {
    if (ways.clipboard) {
      await ways.clipboard.writeText(text);
      return "copied";
    }
  } catch {
    // forbidden by a policy: the selection is left
  }
  ways.select();
  try {
    return ways.copySelection() ? "copied" : "selected";
  } catch {
    return "selected";
  }
}
