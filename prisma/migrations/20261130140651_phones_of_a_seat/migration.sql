-- DropIndex
DROP INDEX "Device_playerId_idx";

-- AlterTable
ALTER TABLE "Device" ADD COLUMN     "captainTurn" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "number" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "seenAt" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "Roster" (
    "sessionId" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,

    CONSTRAINT "Roster_pkey" PRIMARY KEY ("sessionId")
);

-- seats that have several phones already: which came first is not known, any order will do
UPDATE "Device" d SET "number" = n."number"
FROM (
  SELECT "sessionId", "deviceId", row_number() OVER (PARTITION BY "playerId" ORDER BY "deviceId") AS "number"
  FROM "Device"
) n
WHERE d."sessionId" = n."sessionId" AND d."deviceId" = n."deviceId";

-- CreateIndex
CREATE UNIQUE INDEX "Device_playerId_number_key" ON "Device"("playerId", "number");

-- AddForeignKey
ALTER TABLE "Roster" ADD CONSTRAINT "Roster_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
