export const shareImage = { path: '/share-image.png', type: 'image/png', width: 1200, height: 630 } as const

export const logo = { path: '/icon-512.png', width: 512, height: 512 } as const
