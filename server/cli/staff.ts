import { addStaffSubcommands } from './commands/staff.ts'
import { createProgram, runProgram } from './program.ts'

const program = createProgram(
  'staff',
  'Manages who may work with the requests. In a checkout it runs as: npm run staff -- COMMAND',
)
addStaffSubcommands(program)
await runProgram(program, process.argv.slice(2))
