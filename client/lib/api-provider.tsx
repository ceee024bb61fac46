import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, createApi } from './api.ts'

type ApiProviderProps = {
  children: ReactNode
  /** What was loaded before, where that is to outlive the components; its own otherwise. Read once. */
  existing?: ReturnType<typeof createApi>
}

/** Gives the components below it the server's procedures. */
export function ApiProvider({ children, existing }: ApiProviderProps) {
  const [{ client, queryClient }] = useState(() => existing ?? createApi())
  return (
    <api.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </api.Provider>
  )
}
