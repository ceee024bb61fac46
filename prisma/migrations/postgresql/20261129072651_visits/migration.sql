-- AlterTable
ALTER TABLE "users" ADD COLUMN     "calendar_feed" INTEGER;

-- CreateTable
CREATE TABLE "visits" (
    "id" TEXT NOT NULL,
    "estimate_id" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "place" TEXT NOT NULL,
    "assignee_id" TEXT,
    "sequence" INTEGER NOT NULL DEFAULT 0,
    "done_at" TIMESTAMPTZ(3),
    "called_off_at" TIMESTAMPTZ(3),

    CONSTRAINT "visits_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "visits_estimate_id_id_idx" ON "visits"("estimate_id", "id");

-- CreateIndex
CREATE INDEX "visits_starts_at_idx" ON "visits"("starts_at");

-- CreateIndex
CREATE INDEX "visits_assignee_id_starts_at_idx" ON "visits"("assignee_id", "starts_at");

-- AddForeignKey
ALTER TABLE "visits" ADD CONSTRAINT "visits_estimate_id_fkey" FOREIGN KEY ("estimate_id") REFERENCES "project_estimates"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "visits" ADD CONSTRAINT "visits_assignee_id_fkey" FOREIGN KEY ("assignee_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "outbox_messages" ADD COLUMN "visit_id" TEXT;

-- CreateIndex
CREATE INDEX "outbox_messages_visit_id_idx" ON "outbox_messages"("visit_id");
