-- CreateTable
CREATE TABLE "SeatRequest" (
    "sessionId" TEXT NOT NULL,
    "deviceId" TEXT NOT NULL,
    "playerId" TEXT NOT NULL,
    "ticket" TEXT NOT NULL,
    "askedAt" BIGINT NOT NULL,
    "isRefused" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "SeatRequest_pkey" PRIMARY KEY ("sessionId","deviceId")
);

-- CreateIndex
CREATE INDEX "SeatRequest_playerId_idx" ON "SeatRequest"("playerId");

-- AddForeignKey
ALTER TABLE "SeatRequest" ADD CONSTRAINT "SeatRequest_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SeatRequest" ADD CONSTRAINT "SeatRequest_playerId_fkey" FOREIGN KEY ("playerId") REFERENCES "Player"("id") ON DELETE CASCADE ON UPDATE CASCADE;
