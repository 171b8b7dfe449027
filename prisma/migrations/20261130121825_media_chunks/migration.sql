-- AlterTable
ALTER TABLE "Media" ADD COLUMN     "isComplete" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "usedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateTable
CREATE TABLE "MediaChunk" (
    "mediaId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "MediaChunk_pkey" PRIMARY KEY ("mediaId","position")
);

-- AddForeignKey
ALTER TABLE "MediaChunk" ADD CONSTRAINT "MediaChunk_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Pictures and sounds are compressed already: no second try at it.
ALTER TABLE "MediaChunk" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
