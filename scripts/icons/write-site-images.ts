import { writeFile } from 'node:fs/promises'
import { publicFolder } from './share-art.ts'
import { drawSiteImages } from './site-images.ts'

for (const [path, content] of Object.entries(await drawSiteImages())) await writeFile(`${publicFolder}${path}`, content)
