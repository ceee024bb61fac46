import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, createApi } from './api.ts'

/** Gives the components below it the server's procedures. */
export function ApiProvider({ children }: { children: ReactNode }) {
  const [{ client, queryClient }] = useState(createApi)
  return (
    <api.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </api.Provider>
  )
}
