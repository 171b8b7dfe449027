-- DropForeignKey
ALTER TABLE "Adjustment" DROP CONSTRAINT "Adjustment_playerId_fkey";

-- DropForeignKey
ALTER TABLE "Adjustment" DROP CONSTRAINT "Adjustment_sessionId_fkey";

-- DropForeignKey
ALTER TABLE "Mark" DROP CONSTRAINT "Mark_playerId_fkey";

-- DropForeignKey
ALTER TABLE "Mark" DROP CONSTRAINT "Mark_sessionId_fkey";

-- AlterTable
ALTER TABLE "Round" ADD COLUMN     "settings" JSONB NOT NULL DEFAULT '{}';

-- AlterTable: a night that is under way keeps its open question
ALTER TABLE "Session" ADD COLUMN     "openQuestionIds" TEXT[] DEFAULT ARRAY[]::TEXT[];
UPDATE "Session" SET "openQuestionIds" = ARRAY["openQuestionId"] WHERE "openQuestionId" IS NOT NULL;
ALTER TABLE "Session" DROP COLUMN "openQuestionId";

-- DropTable
DROP TABLE "Adjustment";

-- DropTable
DROP TABLE "Mark";
