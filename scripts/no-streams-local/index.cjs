// Only `prisma dev` loads this, and nothing here runs it: Roomful brings an embedded database of its own.
throw new Error("`prisma dev` is left out of Roomful: npm run dev starts with a database of its own.");
