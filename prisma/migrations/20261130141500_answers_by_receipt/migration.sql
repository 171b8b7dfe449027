-- DropIndex
DROP INDEX "Answer_sessionId_idx";

-- CreateIndex
CREATE INDEX "Answer_sessionId_receivedAt_idx" ON "Answer"("sessionId", "receivedAt");
