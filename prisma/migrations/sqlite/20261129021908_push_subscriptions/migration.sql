-- CreateTable
CREATE TABLE "push_subscriptions" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "session_id" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "show_names" BOOLEAN NOT NULL DEFAULT false,
    "created_at" DATETIME NOT NULL,
    CONSTRAINT "push_subscriptions_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "push_messages" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "nudge_id" TEXT NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" DATETIME NOT NULL,
    CONSTRAINT "push_messages_nudge_id_fkey" FOREIGN KEY ("nudge_id") REFERENCES "nudges" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "push_messages_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "push_subscriptions" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "push_subscriptions_session_id_key" ON "push_subscriptions"("session_id");

-- CreateIndex
CREATE UNIQUE INDEX "push_subscriptions_endpoint_key" ON "push_subscriptions"("endpoint");

-- CreateIndex
CREATE INDEX "push_messages_attempts_next_attempt_at_idx" ON "push_messages"("attempts", "next_attempt_at");

-- CreateIndex
CREATE INDEX "push_messages_nudge_id_idx" ON "push_messages"("nudge_id");

-- CreateIndex
CREATE INDEX "push_messages_subscription_id_idx" ON "push_messages"("subscription_id");
