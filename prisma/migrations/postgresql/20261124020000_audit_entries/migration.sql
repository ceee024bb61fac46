-- CreateTable
CREATE TABLE "audit_entries" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_email" TEXT,
    "subject_id" TEXT,
    "subject_email" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "details" TEXT NOT NULL,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_entries_kind_id_idx" ON "audit_entries"("kind", "id");

-- CreateIndex
CREATE INDEX "audit_entries_actor_id_id_idx" ON "audit_entries"("actor_id", "id");

-- CreateIndex
CREATE INDEX "audit_entries_subject_id_id_idx" ON "audit_entries"("subject_id", "id");

-- CreateIndex
CREATE INDEX "audit_entries_at_idx" ON "audit_entries"("at");
