-- CreateTable
CREATE TABLE "LeagueTeam" (
    "id" TEXT NOT NULL,
    "leagueId" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "LeagueTeam_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LeagueSeat" (
    "leagueId" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "playerId" TEXT NOT NULL,
    "leagueTeamId" TEXT NOT NULL,
    "byDevice" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "LeagueSeat_pkey" PRIMARY KEY ("leagueId","sessionId","playerId")
);

-- CreateIndex
CREATE INDEX "LeagueTeam_leagueId_idx" ON "LeagueTeam"("leagueId");

-- CreateIndex
CREATE INDEX "LeagueSeat_playerId_idx" ON "LeagueSeat"("playerId");

-- CreateIndex
CREATE UNIQUE INDEX "LeagueSeat_leagueTeamId_sessionId_key" ON "LeagueSeat"("leagueTeamId", "sessionId");

-- CreateIndex
CREATE INDEX "LeagueSession_sessionId_idx" ON "LeagueSession"("sessionId");

-- AddForeignKey
ALTER TABLE "LeagueTeam" ADD CONSTRAINT "LeagueTeam_leagueId_fkey" FOREIGN KEY ("leagueId") REFERENCES "League"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LeagueSeat" ADD CONSTRAINT "LeagueSeat_leagueId_sessionId_fkey" FOREIGN KEY ("leagueId", "sessionId") REFERENCES "LeagueSession"("leagueId", "sessionId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LeagueSeat" ADD CONSTRAINT "LeagueSeat_playerId_fkey" FOREIGN KEY ("playerId") REFERENCES "Player"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LeagueSeat" ADD CONSTRAINT "LeagueSeat_leagueTeamId_fkey" FOREIGN KEY ("leagueTeamId") REFERENCES "LeagueTeam"("id") ON DELETE CASCADE ON UPDATE CASCADE;
