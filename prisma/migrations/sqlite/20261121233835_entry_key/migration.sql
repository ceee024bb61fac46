-- AlterTable
ALTER TABLE "estimate_events" ADD COLUMN "entry_key" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "estimate_events_entry_key_key" ON "estimate_events"("entry_key");
