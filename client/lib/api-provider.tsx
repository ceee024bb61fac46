import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, type createApi } from './api.ts'

type ApiProviderProps = ReturnType<typeof createApi> & { children: ReactNode }

export function ApiProvider({ client, queryClient, children }: ApiProviderProps) {
  return (
    <api.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </api.Provider>
  )
}
