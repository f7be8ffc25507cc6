// Turns Python's sources into bytecode of the Python that runs in phones: `node compile_python.mjs FOLDER`
// with its parts and `sources` in there writes `compiled`. Nothing of it goes to a phone.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [, , folder] = process.argv;
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const lockFileContents = { info: { abi_version: "2026_0" }, packages: {} };
// Of our own code lines are kept, so that a fault can be found; columns are not.
const env = { PYTHONNODEBUGRANGES: "1" };
const python = await loadPyodide({ indexURL: folder, lockFileContents, env });
python.FS.writeFile("/sources", readFileSync(join(folder, "sources")));
python.runPython(`
import ast, importlib.util, json, marshal, struct, types

def bare(tree):
    # Nobody asks a function for its types at run time; Python would keep them as code.
    for each in ast.walk(tree):
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            each.returns = None
        elif isinstance(each, ast.arg):
            each.annotation = None
    return tree

def slim(code):
    # Lines of other people's code are left out: each function says where it begins.
    units = len(code.co_code) // 2
    whole, rest = divmod(units, 8)
    lines = b"\\xef\\x00" * whole + (bytes([0xe8 + rest - 1, 0]) if rest else b"")
    consts = tuple(slim(each) if isinstance(each, types.CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=lines, co_consts=consts)

piece = open("/sources", "rb").read()
(length,) = struct.unpack_from("<I", piece)
at = 4 + length
listed, codes = [], []
for path, size in json.loads(piece[4:at]):
    code = compile(bare(ast.parse(piece[at:at + size])), path, "exec", dont_inherit=True, optimize=2)
    if not path.startswith(("companion/", "scoring/")):
        code = slim(code)
    made = importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)
    listed.append([path + "c", len(made)])
    codes.append(made)
    at += size
names = json.dumps(listed).encode()
open("/compiled", "wb").write(struct.pack("<I", len(names)) + names + b"".join(codes))
`);
writeFileSync(join(folder, "compiled"), python.FS.readFile("/compiled"));
