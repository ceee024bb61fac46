const worker = { url: '/staff-worker.js', scope: '/admin' }

/** @throws {Error} without https, where browsers have no workers, and where they are blocked */
export function registerStaffWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(worker.url, { scope: worker.scope, updateViaCache: 'none' })
}

export function findStaffWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker.getRegistration(worker.scope)
}
