#!/usr/bin/env node
// Plain JavaScript, so that an old Node can say what it needs.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `hearback needs Node 22.18 or later; this is ${process.version}. ` +
      'In a checkout, npm scripts and npx use the Node that `npm ci` installs (install scripts must be allowed); in a ' +
      'project of your own, so does npx after `npm install -D node`.\n',
  );
  process.exit(2);
}
const { main } = await import('../dist/cli/main.js');
await main();
