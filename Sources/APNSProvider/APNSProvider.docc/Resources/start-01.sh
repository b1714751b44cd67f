make up
