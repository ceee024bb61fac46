-- CreateTable
CREATE TABLE "project_estimates" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "reference" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "phone" TEXT,
    "project_type" TEXT NOT NULL,
    "project_description" TEXT,
    "location" TEXT NOT NULL,
    "timeline" TEXT NOT NULL,
    "budget_range" TEXT NOT NULL,
    "square_footage" INTEGER,
    "property_type" TEXT,
    "specific_requirements" TEXT,
    "urgent" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL DEFAULT 'new',
    "created_at" DATETIME NOT NULL,
    "request_key" TEXT NOT NULL,
    "values_digest" TEXT NOT NULL,
    "sender_digest" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "outbox_messages" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "estimate_id" TEXT,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" DATETIME NOT NULL,
    "claim_token" TEXT,
    "last_error" TEXT,
    "provider_id" TEXT,
    "created_at" DATETIME NOT NULL,
    "sent_at" DATETIME,
    CONSTRAINT "outbox_messages_estimate_id_fkey" FOREIGN KEY ("estimate_id") REFERENCES "project_estimates" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "project_estimates_reference_key" ON "project_estimates"("reference");

-- CreateIndex
CREATE UNIQUE INDEX "project_estimates_request_key_key" ON "project_estimates"("request_key");

-- CreateIndex
CREATE INDEX "project_estimates_created_at_id_idx" ON "project_estimates"("created_at", "id");

-- CreateIndex
CREATE INDEX "project_estimates_sender_digest_created_at_idx" ON "project_estimates"("sender_digest", "created_at");

-- CreateIndex
CREATE INDEX "outbox_messages_state_next_attempt_at_idx" ON "outbox_messages"("state", "next_attempt_at");

-- CreateIndex
CREATE INDEX "outbox_messages_estimate_id_idx" ON "outbox_messages"("estimate_id");

-- CreateIndex
CREATE INDEX "outbox_messages_claim_token_idx" ON "outbox_messages"("claim_token");
