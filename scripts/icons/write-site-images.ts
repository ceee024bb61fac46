import { writeFile } from 'node:fs/promises'
import { drawSiteImages, publicFolder } from './site-images.ts'

for (const [path, content] of Object.entries(await drawSiteImages())) await writeFile(`${publicFolder}${path}`, content)
