-- AlterTable
ALTER TABLE "users" ADD COLUMN "second_factor_at" DATETIME;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN "verified_at" DATETIME;

-- CreateTable
CREATE TABLE "totp_secrets" (
    "user_id" TEXT NOT NULL PRIMARY KEY,
    "secret" TEXT,
    "pending_secret" TEXT,
    "pending_at" DATETIME,
    "confirmed_at" DATETIME,
    "last_step" INTEGER,
    CONSTRAINT "totp_secrets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "used_at" DATETIME,
    "created_at" DATETIME NOT NULL,
    CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "passkeys" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "credential_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "counter" TEXT NOT NULL,
    "transports" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "backed_up" BOOLEAN NOT NULL,
    "created_at" DATETIME NOT NULL,
    "last_used_at" DATETIME,
    CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "sign_in_challenges" (
    "digest" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT,
    "purpose" TEXT NOT NULL,
    "challenge" TEXT,
    "expires_at" DATETIME NOT NULL,
    CONSTRAINT "sign_in_challenges_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "recovery_codes_digest_key" ON "recovery_codes"("digest");

-- CreateIndex
CREATE INDEX "recovery_codes_user_id_idx" ON "recovery_codes"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");

-- CreateIndex
CREATE INDEX "passkeys_user_id_idx" ON "passkeys"("user_id");

-- CreateIndex
CREATE INDEX "sign_in_challenges_user_id_idx" ON "sign_in_challenges"("user_id");

-- CreateIndex
CREATE INDEX "sign_in_challenges_expires_at_idx" ON "sign_in_challenges"("expires_at");
