-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "project_estimates" (
    "id" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "email" VARCHAR(150) NOT NULL,
    "phone" VARCHAR(30),
    "project_type" VARCHAR(50) NOT NULL,
    "project_description" VARCHAR(2000),
    "location" VARCHAR(120) NOT NULL,
    "timeline" VARCHAR(50) NOT NULL,
    "budget_range" VARCHAR(50) NOT NULL,
    "square_footage" INTEGER,
    "property_type" VARCHAR(50),
    "specific_requirements" VARCHAR(2000),
    "urgent" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL DEFAULT 'new',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "request_key" TEXT NOT NULL,
    "values_digest" TEXT NOT NULL,
    "sender_digest" TEXT NOT NULL,

    CONSTRAINT "project_estimates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox_messages" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "estimate_id" TEXT,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "claim_token" TEXT,
    "last_error" TEXT,
    "provider_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "outbox_messages_pkey" PRIMARY KEY ("id")
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

-- AddForeignKey
ALTER TABLE "outbox_messages" ADD CONSTRAINT "outbox_messages_estimate_id_fkey" FOREIGN KEY ("estimate_id") REFERENCES "project_estimates"("id") ON DELETE CASCADE ON UPDATE CASCADE;
