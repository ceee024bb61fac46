import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import type { Transaction } from '#server/database/database.ts'

type TestFile = Omit<Prisma.StoredFileCreateManyInput, 'name' | 'type'> &
  Partial<Pick<Prisma.StoredFileCreateManyInput, 'name' | 'type'>> & {
    readonly bytes: Uint8Array<ArrayBuffer>
    readonly small?: Uint8Array<ArrayBuffer>
  }

/** Stores a file with its bytes; a PDF if nothing else is said. */
export async function storeTestFile({ storedFile, fileContent }: Transaction, file: TestFile): Promise<void> {
  const { bytes, small = null, ...stored } = file
  await storedFile.create({ data: { name: 'plan.pdf', type: 'application/pdf', ...stored } })
  await fileContent.create({ data: { fileId: file.id, bytes, small } })
}

/** Stores a photo. Its bytes are a text, unless the test needs a picture. */
export async function storeTestPhoto(
  transaction: Transaction,
  photo: Omit<TestFile, 'id' | 'bytes'> & Partial<Pick<TestFile, 'id' | 'bytes'>>,
): Promise<void> {
  const { id = crypto.randomUUID() } = photo
  const picture = { name: `photo-${id.slice(0, 8)}.jpg`, type: 'image/jpeg', width: 2560, height: 1920 }
  const bytes = new TextEncoder().encode('a photo')
  await storeTestFile(transaction, { ...picture, bytes, small: bytes, ...photo, id })
}
