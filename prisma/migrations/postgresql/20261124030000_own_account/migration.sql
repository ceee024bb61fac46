-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "network" TEXT;

-- CreateTable
CREATE TABLE "email_changes" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "from_email" TEXT NOT NULL,
    "to_email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "message_id" TEXT NOT NULL,

    CONSTRAINT "email_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_change_links" (
    "digest" TEXT NOT NULL,
    "change_id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,

    CONSTRAINT "email_change_links_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE UNIQUE INDEX "email_changes_message_id_key" ON "email_changes"("message_id");

-- CreateIndex
CREATE INDEX "email_changes_user_id_idx" ON "email_changes"("user_id");

-- CreateIndex
CREATE INDEX "email_changes_expires_at_idx" ON "email_changes"("expires_at");

-- CreateIndex
CREATE INDEX "email_change_links_change_id_idx" ON "email_change_links"("change_id");

-- AddForeignKey
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_change_links" ADD CONSTRAINT "email_change_links_change_id_fkey" FOREIGN KEY ("change_id") REFERENCES "email_changes"("id") ON DELETE CASCADE ON UPDATE CASCADE;
