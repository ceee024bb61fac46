import { addMoveCommands } from './commands/move.ts'
import { addStaffCommand } from './commands/staff.ts'
import { createProgram, runProgram } from './program.ts'

const program = createProgram('ops', 'Operates the site and its data. In a checkout it runs as: npm run ops -- COMMAND')
addStaffCommand(program)
addMoveCommands(program)
await runProgram(program, process.argv.slice(2))
