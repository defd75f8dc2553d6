import fs from 'node:fs';
import path from 'node:path';

/** @param {string} file a style sheet */
const classesIn = (file) =>
  new Set([...fs.readFileSync(file, 'utf8').matchAll(/\.(-?[A-Za-z_][\w-]*)/g)].map(([, name]) => name));

/**
 * Reports a class that its CSS module does not define: at run time it would be `undefined`, and its element unstyled.
 * @type {import('eslint').ESLint.Plugin}
 */
export const cssClasses = {
  rules: {
    defined: {
      meta: { type: 'problem', schema: [], messages: { unknown: '{{ sheet }} defines no class {{ name }}.' } },
      create(context) {
        /** @type {Map<string, { sheet: string, classes: Set<string | undefined> }>} by the name in this file */
        const sheets = new Map();
        return {
          ImportDeclaration({ source, specifiers: [specifier] }) {
            const sheet = String(source.value);
            if (!specifier || !/^\..*\.module\.css$/.test(sheet)) return;
            const classes = classesIn(path.resolve(path.dirname(context.filename), sheet));
            sheets.set(specifier.local.name, { sheet, classes });
          },
          MemberExpression({ object, property }) {
            if (object.type !== 'Identifier' || property.type !== 'Literal') return;
            const imported = sheets.get(object.name);
            const name = String(property.value);
            if (imported && !imported.classes.has(name))
              context.report({ node: property, messageId: 'unknown', data: { sheet: imported.sheet, name } });
          },
        };
      },
    },
  },
};
