/** Why the store cannot be opened, in a plain sentence for the person who starts it. */
export type StoreErrorCode =
  | "DATA_DIR_IN_USE"
  | "DATA_DIR_UNWRITABLE"
  | "DATABASE_UNREACHABLE"
  | "MIGRATION_FAILED";

export class StoreError extends Error {
  constructor(
    readonly code: StoreErrorCode,
    message: string,
  ) {
    super(message);
  }
}
