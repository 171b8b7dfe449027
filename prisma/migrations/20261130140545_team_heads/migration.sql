-- AlterTable
ALTER TABLE "Player" ADD COLUMN     "heads" INTEGER,
ADD COLUMN     "headsByHost" BOOLEAN NOT NULL DEFAULT false;
