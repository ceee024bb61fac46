-- AlterTable
ALTER TABLE "sessions" ADD COLUMN "network" TEXT;

-- CreateTable
CREATE TABLE "email_changes" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "from_email" TEXT NOT NULL,
    "to_email" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "confirmed_at" DATETIME,
    "undone_at" DATETIME,
    "expires_at" DATETIME NOT NULL,
    "message_id" TEXT NOT NULL,
    CONSTRAINT "email_changes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "email_change_links" (
    "digest" TEXT NOT NULL PRIMARY KEY,
    "change_id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    CONSTRAINT "email_change_links_change_id_fkey" FOREIGN KEY ("change_id") REFERENCES "email_changes" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "email_changes_message_id_key" ON "email_changes"("message_id");

-- CreateIndex
CREATE INDEX "email_changes_user_id_idx" ON "email_changes"("user_id");

-- CreateIndex
CREATE INDEX "email_changes_expires_at_idx" ON "email_changes"("expires_at");

-- CreateIndex
CREATE INDEX "email_change_links_change_id_idx" ON "email_change_links"("change_id");
