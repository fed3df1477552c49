// Holds every .md to the truth: relative links lead somewhere, `ts` blocks type-check, and a block that
// shows a file (```ts file=path) says what the file says. Prints file:line for each fault.
//   node scripts/check-docs.mjs            everything
//   node scripts/check-docs.mjs --links    links and shown files only, without the compiler
//   node scripts/check-docs.mjs FOLDER     the documents of another folder
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = dirname(dirname(fileURLToPath(import.meta.url)));
const isLinksOnly = process.argv.includes('--links');
const root = resolve(process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? workspace);
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'out', 'coverage', '.git']);
// Written by changesets from the files in .changeset, whose blocks nobody compiles.
const SKIPPED_FILES = new Set(['CHANGELOG.md']);

function markdownFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : markdownFiles(path);
    return entry.name.endsWith('.md') && !SKIPPED_FILES.has(entry.name) ? [path] : [];
  });
}

const shortName = (path) => relative(root, path).split(sep).join('/');

/** Split a file into fenced blocks and the lines outside them, which keep their numbers. */
function readMarkdown(path) {
  const lines = readFileSync(path, 'utf8').split('\n');
  const prose = [...lines];
  const blocks = findBlocks(lines);
  for (const { start, end } of blocks) prose.fill('', start - 1, end + 1);
  const unclosed = blocks.filter(({ end }) => end === lines.length);
  return { path, prose, blocks, faults: unclosed.map(({ start }) => fault(path, start, 'this block never ends')) };
}

/** Fenced blocks; `[start, end)` are the indices of their lines, and `start` is the number of the opening line. */
function findBlocks(lines) {
  const blocks = [];
  for (let at = 0; at < lines.length; at += 1) {
    const opening = fenceIn(lines[at]);
    if (opening === undefined) continue;
    const start = at + 1;
    at = start;
    while (at < lines.length && !closes(fenceIn(lines[at]), opening)) at += 1;
    const { indent, info } = opening;
    const text = lines.slice(start, at).map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
    blocks.push({ info, start, end: at, text: text.join('\n') });
  }
  return blocks;
}

const fenceIn = (line) => /^(?<indent> *)(?<marks>`{3,}|~{3,})(?<info>.*)$/.exec(line)?.groups;
const closes = (fence, opening) => fence?.marks.startsWith(opening.marks) === true && fence.info.trim() === '';

function fault(path, line, text) {
  return `${shortName(path)}:${line}: ${text}`;
}

const isTypeScript = ({ info }) => /^ *(ts|typescript)\b/.test(info);
const shownFile = ({ info }) => /\bfile=(\S+)/.exec(info)?.[1];

/** The anchor that a heading gets, the way GitHub makes it. */
function slug(heading) {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');
}

const anchorsByFile = new Map();

function anchorsOf(path) {
  const known = anchorsByFile.get(path);
  if (known !== undefined) return known;
  const anchors = new Set();
  for (const line of readMarkdown(path).prose) {
    const heading = /^#{1,6} (.*)$/.exec(line)?.[1];
    if (heading === undefined) continue;
    const base = slug(heading);
    let anchor = base;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${base}-${count}`;
    anchors.add(anchor);
  }
  anchorsByFile.set(path, anchors);
  return anchors;
}

function linksIn(line) {
  const visible = line.replace(/`[^`]*`/g, '');
  const inline = Array.from(visible.matchAll(/\]\(<?([^)\s>]+)>?(?: +"[^"]*")?\)/g), (match) => match[1]);
  const definition = /^\[[^\]]+\]: +<?([^\s>]+)>?/.exec(visible)?.[1];
  return definition === undefined ? inline : [...inline, definition];
}

function linkFaults({ path, prose }) {
  return prose.flatMap((line, index) =>
    linksIn(line).flatMap((link) => {
      const problem = linkProblem(link, path);
      return problem === undefined ? [] : [fault(path, index + 1, problem)];
    }),
  );
}

function linkProblem(link, path) {
  if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return undefined; // another site: not ours to check, and not without a network
  const [file, anchor] = link.split('#');
  const target = file === '' ? path : resolve(dirname(path), file);
  if (!existsSync(target)) return `the link ${link} leads nowhere`;
  if (anchor === undefined || !target.endsWith('.md') || anchorsOf(target).has(anchor)) return undefined;
  return `${shortName(target)} has no heading #${anchor}`;
}

/** A shown file is quoted whole, or as whole lines that follow one another. */
function quoteFaults({ path, blocks }) {
  return blocks.flatMap((block) => {
    const file = shownFile(block);
    if (file === undefined) return [];
    const source = join(root, file);
    if (!existsSync(source)) return [fault(path, block.start, `${file} does not exist`)];
    if (`\n${readFileSync(source, 'utf8')}\n`.includes(`\n${block.text}\n`)) return [];
    return [fault(path, block.start, `this is not what ${file} says; copy it from there again`)];
  });
}

/** Files of one block each, filled up with blank lines so that the compiler's line numbers are the document's. */
function writeBlocks(documents, folder) {
  const pathByName = new Map();
  for (const { path, blocks } of documents) {
    for (const block of blocks) {
      if (!isTypeScript(block) || shownFile(block) !== undefined) continue;
      const name = `block-${pathByName.size + 1}.ts`;
      writeFileSync(join(folder, name), `${'\n'.repeat(block.start)}${block.text}\n`);
      pathByName.set(name, path);
    }
  }
  return pathByName;
}

const compilerOptions = {
  noEmit: true,
  composite: false,
  incremental: false,
  declaration: false,
  declarationMap: false,
  sourceMap: false,
  moduleDetection: 'force',
  noUnusedLocals: false, // an example declares what the reader will use
  noUnusedParameters: false,
};

function typeFaults(documents) {
  // Inside `test`, which depends on every package, so that imports by name resolve as they do for a user.
  const folder = mkdtempSync(join(workspace, 'test', '.docs-check-'));
  try {
    const pathByName = writeBlocks(documents, folder);
    if (pathByName.size === 0) return { count: 0, faults: [] };
    const config = { extends: '../../tsconfig.base.json', compilerOptions, include: ['*.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const compiler = join(workspace, 'node_modules', 'typescript', 'bin', 'tsc');
    const args = [compiler, '-p', folder, '--pretty', 'false'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    const output = `${stdout}${stderr}`.trim();
    const faults = status === 0 ? [] : output.split('\n').map((line) => inDocument(line, pathByName));
    return { count: pathByName.size, faults };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `block-3.ts(12,5): error …` as the document's own place; lines about the packages' sources stay as they are. */
function inDocument(line, pathByName) {
  const [, name, number, text] = /^(block-\d+\.ts)\((\d+),\d+\): (.*)$/.exec(line) ?? [];
  const path = pathByName.get(name);
  return path === undefined ? line : fault(path, number, text);
}

const documents = markdownFiles(root).sort().map(readMarkdown);
const faults = documents.flatMap((document) => [...document.faults, ...linkFaults(document), ...quoteFaults(document)]);
const types = isLinksOnly ? { count: 0, faults: [] } : typeFaults(documents);
faults.push(...types.faults);

for (const each of faults) console.error(each);
console.log(`${documents.length} documents, ${types.count} blocks compiled, ${faults.length} faults`);
if (faults.length > 0) process.exitCode = 1;
